/**
 * The only script that stands in a page itself: once the page has been painted it fetches those that its own `data-scripts` names, the
 * app first. So neither their way nor their work comes before what the reader came to see. A page that waits for them to show that
 * (`data-now`), is never painted or cannot tell gets them at once, or a second after its load. The root then says `data-painted`, and
 * pictures beside those of the first view begin (style.css). Where the app was lost on the way the page is loaded once more as soon as it
 * can be had, since browsers remember the failure. The policy allows this script by its hash (security-headers.ts), for which it may not
 * differ from page to page.
 */
export const BEGIN =
  "{const d=document.currentScript.dataset,s=d.scripts.split(' '),t=sessionStorage,g=()=>fetch(s[0]).then(r=>r.ok&&!t.again&&(t.again=1,location.reload()),()=>setTimeout(g,5e3)),f=()=>{document.documentElement.dataset.painted='';s.map((a,i)=>import(a).catch(i?()=>{}:g))};document.hidden||'now'in d?f():new PerformanceObserver(f).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(f,1e3))}"
