/**
 * The only script that stands in a page itself: once the page has been painted it fetches those that its own `data-scripts` names. So
 * neither their way nor their work comes before what the reader came to see. A page that is never painted, or cannot tell, gets them at
 * once, or a second after its load. The policy allows it by its hash (security-headers.ts), for which it may not differ from page to page.
 */
export const BEGIN =
  "{const s=document.currentScript.dataset.scripts.split(' '),f=()=>s.map(a=>import(a));document.hidden?f():new PerformanceObserver(f).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(f,1e3))}"
