// twenty names that a page must show as they are
export const HOSTILE = [
  "<script>window.hacked = 1</script>", "</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>',
  "<b onclick='alert(2)'>bold</b>", "&lt;i&gt;", "javascript:alert(3)", "{{7*7}}", "${7*7}", "<!-- comment", "]]>",
  "\u202Egnp.exe", "\u2066left\u2069", "\u200Fright", "a\u0000b".replace("\u0000", "\u0007"), "line\nbreak", "tab\tinside", "=cmd|' /C calc'!A0",
  "<svg/onload=alert(4)>", "\u{1F3B1}\u{1F3B1}", "x".repeat(300), "'; DROP TABLE shots; --",
];
