import { routes } from '../lib/routes.ts';

/**
 * Runs in the head of every page, before anything is painted: the remembered theme, and whether someone is signed in
 * (`data-in` on the root, which `.when-in` and `.when-out` go by). It also works the theme switch, so no page needs a
 * framework for it. After a swap of the app area's pages the root has lost its attributes, so they are set again; that event
 * doesn't bubble, so it is caught on its way down.
 */
export const firstPaint = `(()=>{let d=document,r=d.documentElement,t,g=k=>{try{return localStorage.getItem(k)}catch{}},f=()=>{let s=g('theme');if(/^(ink|paper)$/.test(s))t=s;if(t)r.dataset.theme=t;r.toggleAttribute('data-in',!!(self.playtallyInMemory||g('token')))};f();for(let e of['astro:after-swap','storage','pageshow','playtally:memory'])addEventListener(e,f,!0);d.addEventListener('click',e=>{if(!e.target.closest('[data-theme-switch]'))return;t=(t||(matchMedia('(prefers-color-scheme:light)').matches?'paper':'ink'))=='ink'?'paper':'ink';try{localStorage.setItem('theme',t)}catch{}f()})})()`;

/**
 * In the head of pages that need a user: without a token, stored or in the page's memory (src/lib/stores/session.ts), on to sign in
 * and back here after.
 */
export const guardUser = `{let t;try{t=localStorage.getItem('token')}catch{}self.playtallyInMemory||t||location.replace('${routes.login.pattern}?from='+encodeURIComponent(location.pathname+location.search))}`;

/**
 * In the head of the app areas' pages, with `data-calls` (src/lib/first-calls.ts): asks the API what the page will ask it first, in the
 * time that the scripts take to arrive. An answer is read to its end at once, since one that nobody reads holds its connection. An
 * address with a question of its own (`?page=2`) is left to the scripts.
 */
export const askEarly = `{let s=document.currentScript.dataset,l=location,i=l.pathname.split('/')[3],e=self.playtallyEarly={},t=null;try{t=localStorage.getItem('token')}catch{}if(!l.search&&(t||'guest'in s))for(let u of s.calls.split(' ')){if(u.includes('*')&&!/^[1-9]\\d*$/.test(i))continue;u=u.replace('*',i);let c=new AbortController,a=fetch(u,{headers:{accept:'application/json',...t&&{authorization:'Bearer '+t}},signal:c.signal}).then(r=>r.text().then(b=>new Response(b||null,r)));a.catch(()=>{});e[u]={at:l.pathname,token:t,answer:a,stop:c}}}`;
