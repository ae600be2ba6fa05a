import { data } from "./data.js";

document.title = data().title ?? document.title;
