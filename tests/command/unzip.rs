//! Compressed input: decompressed whatever its name, searched as far as it can be read, and named where it is damaged.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{compressed::Method, support::random::Random};

const URL: &str = "http://a.example/";

struct Done {
    out: String,
    err: String,
    status: i32,
}

/// Runs the command in `folder`, with `input` on its standard input.
fn run(folder: &Path, words: &str, input: &[u8]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
    command.args(words.split_whitespace()).current_dir(folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // It may stop reading before the end, and be right to.
        scope.spawn(move || pipe.write_all(input));
        child.wait_with_output().unwrap()
    });
    let string = |bytes| String::from_utf8(bytes).unwrap();
    Done { out: string(output.stdout), err: string(output.stderr), status: output.status.code().unwrap() }
}

fn pipe(words: &str, input: &[u8]) -> Done {
    run(Path::new("."), words, input)
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("unzip-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A text that does not compress well: many URLs, all of them different.
fn text(count: usize) -> String {
    let mut random = Random(1);
    (0..count).map(|_| format!("see {URL}{:x}/{:x}\n", random.number(), random.number())).collect()
}

#[test]
fn what_is_compressed_is_read_as_what_it_was() {
    let text = text(4000);
    let expected = pipe("-b", text.as_bytes()).out;
    let html = pipe("--html", text.as_bytes()).out;
    assert_eq!(expected.lines().count(), 4000);
    for method in Method::ALL {
        for bytes in [method.compress(text.as_bytes()), method.compress_in_members(text.as_bytes())] {
            let done = pipe("-zb", &bytes);
            assert_eq!((done.out, done.err, done.status), (expected.clone(), String::new(), 0), "{method:?}");
            assert!(pipe("-z --html", &bytes).out == html, "{method:?}");
        }
    }
}

#[test]
fn members_may_be_of_several_kinds_and_nothing_may_be_in_them() {
    let (first, rest) = URL.split_at(9);
    for one in Method::ALL {
        for other in Method::ALL {
            let bytes = [one.compress(first.as_bytes()), other.compress(b""), other.compress(rest.as_bytes())].concat();
            assert_eq!(pipe("-z", &bytes).out, format!("{URL}\n"), "{one:?} {other:?}");
        }
        let empty = pipe("-z", &one.compress(b""));
        assert_eq!((empty.out.as_str(), empty.err.as_str(), empty.status), ("", "", 1), "{one:?}");
    }
    // A frame of zstd that is to be skipped.
    let skipped = [b"\x5A\x2A\x4D\x18\x03\0\0\0abc", &Method::Zstd.compress(URL.as_bytes())[..]].concat();
    assert_eq!(pipe("-z", &skipped).out, format!("{URL}\n"));
}

#[test]
fn what_is_compressed_again_is_unpacked() {
    let text = text(300);
    let expected = pipe("-b", text.as_bytes()).out;
    for one in Method::ALL {
        for other in Method::ALL {
            let twice = other.compress_in_members(&one.compress_in_members(text.as_bytes()));
            let done = pipe("-zb", &twice);
            assert_eq!((done.out, done.err, done.status), (expected.clone(), String::new(), 0), "{one:?} in {other:?}");
            // The damage of the outer layer is the reason, and not that the inner one ends there.
            let cut = other.compress(&one.compress(text.as_bytes()));
            let done = pipe("-z", &cut[..cut.len() - 9]);
            let message = format!("napkin: -: byte {}: the {} data is cut off\n", cut.len() - 9, other.name());
            assert_eq!((done.err, done.status), (message, 2), "{one:?} in {other:?}");
        }
    }
    let layers = |count| {
        let methods = Method::ALL.iter().cycle().take(count);
        methods.fold(text.as_bytes().to_vec(), |bytes, method| method.compress(&bytes))
    };
    assert_eq!(pipe("-zb", &layers(8)).out, expected);
    let done = pipe("-z", &layers(9));
    let message = "napkin: -: is compressed more than 8 times over; unpack it first\n";
    assert_eq!((done.out.as_str(), done.err.as_str(), done.status), ("", message, 2));
}

/// All layers share one limit.
#[test]
fn what_unfolds_in_layers_is_limited_once() {
    let blanks = vec![b' '; 20 << 20];
    for (inner, outer) in [(Method::Bzip2, Method::Gzip), (Method::Gzip, Method::Bzip2), (Method::Zstd, Method::Xz)] {
        let bomb = [inner.compress(b"http://a.example/ "), inner.compress(&blanks).repeat(4)].concat();
        let done = pipe("-z", &outer.compress(&outer.compress(&bomb)));
        assert!(done.err.contains("expands too much; see --max-decompressed"), "{inner:?}: {}", done.err);
        assert_eq!((done.out, done.status), (format!("{URL}\n"), 2), "{inner:?} in {outer:?}");
    }
}

#[test]
fn what_is_not_compressed_is_read_as_it_is() {
    for text in [URL, "", "B", "BZh9 http://a.example/", "\u{1F}", "#!", "#! cunbatch\nhttp://a.example/", "#! rnews x"]
    {
        let (plain, zipped) = (pipe("-b", text.as_bytes()), pipe("-bz", text.as_bytes()));
        assert_eq!((zipped.out, zipped.err, zipped.status), (plain.out, plain.err, plain.status), "{text}");
    }
    let compressed = Method::Gzip.compress(URL.as_bytes());
    assert_eq!(pipe("", &compressed).out, "", "it is not asked for");
    assert_eq!(pipe("-z --no-search-zip", &compressed).out, "");
}

#[test]
fn a_folder_is_searched_for_texts_whatever_they_are_called() {
    let dir = folder("walk");
    fs::write(dir.join("a.txt"), Method::Xz.compress(b"http://a.example/")).unwrap();
    fs::write(dir.join("b.gz"), "http://b.example/").unwrap();
    fs::write(dir.join("c.gz"), Method::Gzip.compress(b"http://binary.example/ \0")).unwrap();
    let done = run(&dir, "-z .", b"");
    assert_eq!((done.out.as_str(), done.status), ("./a.txt:http://a.example/\n./b.gz:http://b.example/\n", 0));
    assert_eq!(run(&dir, "-z c.gz", b"").out, "http://binary.example/\n", "what is named is searched");
}

#[test]
fn what_is_cut_off_is_searched_as_far_as_it_goes() {
    let text = text(20_000);
    for method in Method::ALL {
        let whole = method.compress(text.as_bytes());
        let expected = pipe("", text.as_bytes()).out;
        for cut in [whole.len() - 1, whole.len() * 9 / 10, 11, whole.len() / 2] {
            let done = pipe("-z", &whole[..cut]);
            let message = format!("napkin: -: byte {cut}: the {} data is cut off\n", method.name());
            assert_eq!((done.err, done.status), (message, 2), "{method:?} at {cut}");
            // The last URL may be cut off, too.
            let found: Vec<&str> = done.out.lines().collect();
            let whole_ones = &found[..found.len().saturating_sub(1)];
            assert!(expected.lines().zip(whole_ones).all(|(a, b)| a == *b), "{method:?} at {cut}");
            // Half a file gives less than half of what is in it, by no more than a block.
            let is_enough = cut < whole.len() / 2 || found.len() > 5_000;
            assert!(is_enough, "{method:?} at {cut}: {}", found.len());
        }
    }
}

#[test]
fn what_is_damaged_is_named_and_the_rest_goes_on() {
    let text = text(20_000);
    let dir = folder("damage");
    fs::write(dir.join("z"), "http://z.example/").unwrap();
    for method in Method::ALL {
        let mut bytes = method.compress(text.as_bytes());
        let middle = bytes.len() / 2;
        bytes[middle..middle + 8].fill(0xFF);
        fs::write(dir.join("a"), &bytes).unwrap();
        let done = run(&dir, "-z a z", b"");
        let is_named = done.err.starts_with("napkin: a: byte ")
            && done.err.ends_with(&format!(": the {} data is damaged\n", method.name()));
        assert!(is_named, "{method:?}: {}", done.err);
        assert!(done.out.lines().count() > 5_000 && done.out.ends_with("z:http://z.example/\n"), "{method:?}");
        assert_eq!(done.status, 2);

        let mut followed = method.compress(URL.as_bytes());
        followed.extend([0; 700]);
        assert_eq!(pipe("-z", &followed).status, 0, "{method:?}: as tapes are filled up");
        let message = format!("byte {}: the {} data is followed by other data\n", followed.len(), method.name());
        followed.extend(b"something");
        let done = pipe("-z", &followed);
        assert_eq!((done.out, done.status), (format!("{URL}\n"), 2), "{method:?}");
        assert!(done.err.ends_with(&message), "{}", done.err);
    }
}

#[test]
fn no_bit_that_is_wrong_does_harm() {
    let text = text(40);
    for method in Method::ALL {
        let bytes = method.compress_in_members(text.as_bytes());
        for at in (0..bytes.len()).step_by(bytes.len() / 60) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << (at % 8);
            let done = pipe("-zc", &bytes);
            assert!(!done.err.contains("panicked") && done.status <= 2, "{method:?} at {at}: {}", done.err);
        }
    }
}

#[test]
fn what_wants_too_much_memory_is_refused() {
    // Block header of xz: its size, one filter, LZMA2 with a dictionary of 4 GiB, padding, CRC32.
    let mut block = b"\x02\0\x21\x01\x28\0\0\0".to_vec();
    let mut crc = flate2::Crc::new();
    crc.update(&block);
    block.extend(crc.sum().to_le_bytes());
    let xz = [&Method::Xz.compress(b"")[..12], &block, b"\0"].concat();
    // A frame of zstd with a window of 1 GiB.
    let zstd = b"\x28\xB5\x2F\xFD\0\xA0\x01\0\0".to_vec();
    for (bytes, name) in [(xz, "xz"), (zstd, "zstd")] {
        let done = pipe("-z", &bytes);
        assert!(done.err.contains(&format!("the {name} data needs more than 128 MiB")), "{}", done.err);
        assert_eq!(done.status, 2);
    }
}

/// What a few bytes hold is read up to a limit, and that is said; what it is goes by the bytes that were read, or by an option.
#[test]
fn what_unfolds_to_too_much_is_cut_off_and_reported() {
    let blanks = vec![b' '; 20 << 20];
    // Bzip2 makes a byte of 450,000 of these.
    let bomb = [Method::Bzip2.compress(b"http://a.example/ "), Method::Bzip2.compress(&blanks).repeat(4)].concat();
    let too_much = "the bzip2 data expands too much; see --max-decompressed";
    for (words, input) in [("-z", &bomb), ("-z --max-decompressed 1K", &bomb)] {
        let done = pipe(words, input);
        assert!(done.err.contains(too_much), "{}", done.err);
        assert_eq!((done.out, done.status), (format!("{URL}\n"), 2));
    }
    let done = pipe("-z --max-decompressed 1G", &bomb);
    assert_eq!((done.err, done.out, done.status), (String::new(), format!("{URL}\n"), 0));
    // Nothing comes out of these, but it takes time; an empty member of xz is long enough to pay for itself.
    for method in [Method::Gzip, Method::Bzip2, Method::Zstd] {
        let done = pipe("-z", &method.compress(b"").repeat(20_000));
        assert!(done.err.contains("expands too much") && done.out.is_empty(), "{method:?}: {}", done.err);
    }
    // As much is allowed of something compressed in something compressed.
    let mut header = [0; 512];
    header[..1].copy_from_slice(b"a");
    header[124..135].copy_from_slice(format!("{:011o}", bomb.len()).as_bytes());
    header[257..265].copy_from_slice(b"ustar\x0000");
    header[148..156].fill(b' ');
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let filling = vec![0; bomb.len().next_multiple_of(512) - bomb.len() + 1024];
    let archive = [&header[..], &bomb, &filling].concat();
    let done = pipe("-z", &Method::Zstd.compress(&archive));
    assert!(done.err.contains(too_much), "{}", done.err);
}

#[test]
fn what_unfolds_to_much_is_read_to_its_end() {
    // 60 MB of zeros, and a URL behind them.
    let zeros = vec![0; 20 << 20];
    for method in Method::ALL {
        let bomb = [method.compress(&zeros).repeat(3), method.compress(b" http://a.example/")].concat();
        let done = pipe("-zb", &bomb);
        assert_eq!(done.out, format!("{}:{URL}\n", 3 * zeros.len() + 1), "{method:?}");
    }
}
