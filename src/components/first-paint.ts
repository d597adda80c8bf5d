import { routes } from '../lib/routes.ts';

/**
 * Runs in the head of every page, before anything is painted: the remembered theme, and whether someone is signed in
 * (`data-in` on the root, which `.when-in` and `.when-out` go by). It also works the theme switch, so no page needs a
 * framework for it. After a swap of the app area's pages the root has lost its attributes, so they are set again; that event
 * doesn't bubble, so it is caught on its way down.
 */
export const firstPaint = `(()=>{let d=document,r=d.documentElement,t,g=k=>{try{return localStorage.getItem(k)}catch{}},f=()=>{let s=g('theme');if(s=='ink'||s=='paper')t=s;if(t)r.dataset.theme=t;r.toggleAttribute('data-in',!!g('token'))};f();for(let e of['astro:after-swap','storage','pageshow'])addEventListener(e,f,!0);d.addEventListener('click',e=>{if(!e.target.closest('[data-theme-switch]'))return;t=(t||(matchMedia('(prefers-color-scheme:light)').matches?'paper':'ink'))=='ink'?'paper':'ink';try{localStorage.setItem('theme',t)}catch{}f()})})()`;

/**
 * In the head of pages that need a user: without a stored token, on to sign in and back here after. Where storage is blocked
 * nobody could ever be let in, so the page stays and says what it can.
 */
export const guardUser = `try{localStorage.getItem('token')||location.replace('${routes.login.pattern}?from='+encodeURIComponent(location.pathname+location.search))}catch{}`;
