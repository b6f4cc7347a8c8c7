//! Compressed texts, made for a test.

use std::io::Write;

/// How to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Method {
    pub const ALL: [Method; 4] = [Method::Gzip, Method::Bzip2, Method::Xz, Method::Zstd];

    pub fn name(self) -> &'static str {
        match self {
            Method::Gzip => "gzip",
            Method::Bzip2 => "bzip2",
            Method::Xz => "xz",
            Method::Zstd => "zstd",
        }
    }

    /// One member.
    pub fn compress(self, text: &[u8]) -> Vec<u8> {
        match self {
            Method::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                writer.write_all(text).unwrap();
                writer.finish().unwrap()
            }
            Method::Bzip2 => {
                let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
                writer.write_all(text).unwrap();
                writer.finish().unwrap()
            }
            Method::Xz => {
                let options = lzma_rust2::XzOptions::with_preset(1);
                let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
                writer.write_all(text).unwrap();
                writer.finish().unwrap()
            }
            Method::Zstd => ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest),
        }
    }

    /// Several members: the text is cut anywhere.
    pub fn compress_in_members(self, text: &[u8]) -> Vec<u8> {
        let (first, rest) = text.split_at(text.len() / 3);
        let (second, third) = rest.split_at(rest.len() / 5);
        [first, second, b"", third].into_iter().flat_map(|member| self.compress(member)).collect()
    }
}
