//! What would run if it were read as HTML, and where in a text it may stand.

/// Each of these in each of the places.
pub const PAYLOADS: [&str; 24] = [
    "<script>ran=true;alert(1)</script>",
    "\"><script>ran=true;alert(1)</script>",
    "'><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)\" autofocus onfocus=\"alert(1)",
    "' onclick='alert(1)",
    "` onclick=`alert(1)",
    "</pre></div></section></main><svg onload=alert(1)>",
    "</title></style></textarea></noscript><script>alert(1)</script>",
    "--><script>alert(1)</script><!--",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<math><mtext></p><style><img src=x onerror=alert(1)>",
    "<iframe srcdoc='<script>parent.ran=true</script>'>",
    "<object data=\"data:text/html,<script>alert(1)</script>\">",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<base href=http://b.example/><link rel=stylesheet href=x.css>",
    "javascript:alert(1)",
    "JaVaScRiPt://a.example/%0Aalert(1)",
    "java\tscript:alert(1)",
    "&#106;avascript:alert(1)",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "\0<\0s\0c\0r\0i\0p\0t>alert(1)</script>",
    "\u{202E}<b>\u{2066}\u{FFFE}\u{85}",
    "&lt;img src=x onerror=alert(1)&gt;&quot;&#34;",
    "{{constructor.constructor('alert(1)')()}}${alert(1)}",
];

/// `@` is where it stands.
pub const PLACES: [&str; 13] = [
    "@",
    "http://a.example/@",
    "<http://a.example/@>",
    "\"http://a.example/?a=@&b=1\"",
    "see www.a.com/@.",
    "http://@.a.example/",
    "http://bank.example%@@evil.example/",
    "http://a.example/#@",
    "sam@@a.example",
    "> >> @\n> http://a.example/@",
    "a\n-- \n@",
    "1. A @\n\n@\x0C@",
    "<http://a.exa\nmple/@> https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2F@",
];
