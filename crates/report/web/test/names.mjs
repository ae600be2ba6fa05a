// names that people could give to a scenario, a skill or a folder
export const HOSTILE = [
  "<script>window.ran = 1</script>",
  "</script><script>window.ran = 1</script>",
  "<!-- <script>",
  "--><img src=x onerror=\"window.ran = 1\">",
  "<img src=x onerror=window.ran=1>",
  "<svg onload=window.ran=1>",
  "\" onmouseover=\"window.ran=1",
  "' onfocus='window.ran=1' autofocus='",
  "<iframe srcdoc=\"<script>parent.ran=1</script>\"></iframe>",
  "</title><base href=//example.invalid>",
  "</style><style>*{display:none}</style>",
  "&lt;b&gt; &amp; &#x3c;i&#x3e;",
  "javascript:window.ran=1",
  "\u202egnp.exe",
  "\u2066left\u2069 \u200fright\u200e \u061carabic",
  "line\u2028separator\u2029paragraph",
  "{{constructor.constructor('window.ran=1')()}}",
  "${window.ran = 1}`",
  "]]> <![CDATA[ <a href='data:text/html,x'>x</a>",
  "\\u003cscript\\u003ewindow.ran=1\\u003c/script\\u003e",
];

// as a page shows a name: marks that turn the text by their number
export const visible = (name) =>
  name.replaceAll(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (c) => `[U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
