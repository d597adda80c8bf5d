import { routes } from '../lib/routing/routes.ts';

/**
 * Runs in the head of every page, before anything is painted: the remembered theme, and whether someone is signed in
 * (`data-in` on the root, which `.when-in` and `.when-out` go by). It also works the theme switch, so no page needs a
 * framework for it. After a swap of the app area's pages the root has lost its attributes, so they are set again; that event
 * doesn't bubble, so it is caught on its way down. Who listens to storage has all of it opened, which the first paint needn't wait for;
 * `pageshow` comes after `load`, so nothing is missed.
 */
export const firstPaint = `(()=>{let d=document,r=d.documentElement,t,g=k=>{try{return localStorage.getItem(k)}catch{}},f=()=>{let s=g('theme');if(/^(ink|paper)$/.test(s))t=s;if(t)r.dataset.theme=t;r.toggleAttribute('data-in',!!(self.playtallyInMemory||(self.playtallyToken=g('token'))))};f();for(let e of['astro:after-swap','pageshow','playtally:memory'])addEventListener(e,f,!0);onload=()=>addEventListener('storage',f);d.addEventListener('click',e=>{if(e.target.closest('[data-theme-switch]')){t=(t?t=='ink':!matchMedia('(prefers-color-scheme:light)').matches)?'paper':'ink';try{localStorage.setItem('theme',t)}catch{}f()}})})()`;

/**
 * In the head of pages that need a user: without one, by what `firstPaint` found (a token that is stored, or in the page's memory:
 * src/lib/session/session.ts), on to sign in and back here after.
 */
export const guardUser = `'in'in document.documentElement.dataset||location.replace('${routes.login.pattern}?from='+encodeURIComponent(location.pathname+location.search))`;

/**
 * In the head of the app areas' pages, with `data-calls` (src/lib/first-calls.ts): asks the API what the page will ask it first, in the
 * time that the scripts take to arrive; src/lib/client/early.ts hands the answers out. The first number of the page's address is the id
 * that takes the place of `*`. An address with a question of its own (`?page=2`) is left to the scripts. `differs`: whoever is signed
 * in is asked for by other calls, those in `data-own`.
 */
export const askEarly = (differs: boolean) =>
  `{let t=self.playtallyToken,i=location.pathname.match(/\\d+/),a=self.playtallyEarly={t},{signal}=a.stop=new AbortController;if(!location.search)for(let u of document.currentScript.dataset${differs ? "[t?'own':'calls']" : '.calls'}.split(' '))if(i||!/[*]/.test(u))(a[u=u.replace('*',i)]=fetch(u,{signal,headers:{accept:'application/json',...t&&{authorization:'Bearer '+t}}})).catch(a=>a)}`;
