// what the page was given
export function data() {
  return JSON.parse(document.getElementById("data").textContent);
}
