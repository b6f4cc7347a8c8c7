//! Links in code are left out on request.

use std::io::Read;

use napkin::Finder;

/// Links to `in.example` stand in code, those to `out.example` do not.
const MARKDOWN: &str = "\
See `http://in.example/1`, http://out.example/1 and ``a ` http://in.example/2
b``.

```sh title=http://in.example/3
curl http://in.example/4
``
```
http://out.example/2

    http://in.example/5

    http://in.example/6
- item http://out.example/3

  http://out.example/4

      http://in.example/7
  ```
  http://in.example/8

  http://in.example/9
  ```
1. http://out.example/5

   http://out.example/6
A stray ` then http://out.example/7

> ~~~
> http://in.example/10
> ~~~
> http://out.example/8
> > ```
> > http://in.example/11
> http://out.example/9
A paragraph
    http://out.example/10 that goes on
```http://in.example/12``` http://out.example/11 \\`http://out.example/12\\`
# Title
\thttp://in.example/13
\r
http://out.example/13 `a``http://in.example/14` http://out.example/14 ``` http://out.example/15

`` ` http://out.example/16

~~~~
http://in.example/15
~~~
http://in.example/16
";

struct Cut<'t>(&'t [u8], usize);

impl Read for Cut<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn code_of_markdown() {
    let all = |host: &str| -> Vec<String> {
        let links = Finder::new().find_iter(MARKDOWN).map(|link| link.url().to_owned()).collect::<Vec<_>>();
        links.into_iter().filter(|url| url.contains(host)).collect()
    };
    assert_eq!((all("//in.").len(), all("//out.").len()), (16, 16));
    for explain in [false, true] {
        let finder = Finder::builder().skip_code(true).labels(true).explain(explain).build().unwrap();
        let found: Vec<_> = finder.find_iter(MARKDOWN).map(|link| link.url().to_owned()).collect();
        assert_eq!(found, all("//out."));
        for before in [0, 1 << 16, 1 << 20] {
            let text = format!("{}\n\n{MARKDOWN}", "soup ".repeat(before / 5));
            for step in (1..80).chain([100, 4096, before + 30, text.len()]).filter(|&step| before == 0 || step > 80) {
                let found = finder.stream(Cut(text.as_bytes(), step)).map(|link| link.unwrap().url().to_owned());
                assert_eq!(found.collect::<Vec<_>>(), all("//out."), "{before} bytes before, {step} a read");
            }
        }
    }
}

#[test]
fn a_span_ends_near_its_link() {
    let finder = Finder::builder().skip_code(true).build().unwrap();
    let count = |text: &str| finder.find_iter(text).count();
    let words = |bytes: usize| "soup ".repeat(bytes / 5);
    assert_eq!(count(&format!("`http://a.example/ {}`", words(400))), 0);
    assert_eq!(count(&format!("`http://a.example/ {}`", words(600))), 1);
    assert_eq!(count(&format!("`{} http://a.example/ b`", words(100_000))), 0);
    assert_eq!(count(&format!("`{}http://a.example/", words(100_000))), 1);
}

#[cfg(feature = "html")]
#[test]
fn code_of_html() {
    use napkin::{
        Linkifier,
        html::{HtmlFinder, HtmlLinkifier},
    };

    const HTML: &str = "<p>http://out.example/1 `http://out.example/2`\n\n    <b>http://out.example/3</b>\n\
        <code>http://in.example/1 <a href='http://in.example/2'>soup</a></code>\
        <CODE><code></code>http://in.example/3</CODE></code><a href='http://out.example/4'>b</a><pre class=x>\
        http://in.example/4 <code>http://in.example/5</code> http://in.example/6</pre>http://out.example/5<pre>\
        <img src=http://in.example/7></pre><kbd>http://in.example/8</kbd><listing>http://in.example/9</listing>\
        <samp>http://in.example/10 <i>http://in.example/11</i></samp>";
    let finder = Finder::builder().skip_code(true).build().unwrap();
    let mut found = Vec::new();
    HtmlFinder::new(finder.clone()).search(HTML.as_bytes(), |link, _| found.push(link.url().to_owned())).unwrap();
    let expected: Vec<_> = (1..=5).map(|number| format!("http://out.example/{number}")).collect();
    assert_eq!(found, expected);
    let linked = HtmlLinkifier::new(Linkifier::new(finder).rel("b")).skip(["b"]).to_string(HTML);
    assert_eq!(linked.matches("\" rel=\"b\">http://out").count(), 3);
    assert_eq!(linked.matches("rel=").count(), 3);
}
