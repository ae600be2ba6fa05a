/* parts of other people: see the licences that tolley ships (crates/report/web/dist/licences.txt) */
(()=>{function t(){return JSON.parse(document.getElementById("data").textContent)}document.title=t().title??document.title;})();
