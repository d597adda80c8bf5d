/**
 * The workspace: the editor on the left, the page on the right. Keystatic stores unsaved changes in the browser's database. From
 * there they are sent to the editing server, which shows the page as if it were saved, or says what is wrong.
 */
import { createStore, get } from 'idb-keyval';
import { type Place, placeOf } from './places.ts';
import { DRAFT, type DraftAnswer, type DraftRequest, PAGE_CHANGED } from './protocol.ts';

/** How often to check for changes, in ms. */
const LOOK = 250;

/** In Keystatic's form. */
interface KeptDraft {
  readonly slug?: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const drafts = createStore('keystatic', 'items');

function element<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The workspace has no ${id}.`);
  return found;
}
const editor = element('editor', HTMLIFrameElement);
const preview = element('preview', HTMLIFrameElement);
const address = element('address', HTMLAnchorElement);
const state = element('state', HTMLElement);
const findings = element('findings', HTMLElement);
const stage = element('stage', HTMLElement);
const phone = element('phone', HTMLInputElement);

const setPhone = () => stage.classList.toggle('phone', phone.checked);
phone.addEventListener('change', setPhone);
setPhone();

// The URL's fragment remembers what is being edited, across a reload of the workspace.
editor.src = location.hash.startsWith('#/keystatic') ? location.hash.slice(1) : '/keystatic';

let last = '';

async function look(): Promise<void> {
  const { pathname = 'blank', search = '' } = editor.contentWindow?.location ?? {};
  if (!pathname.startsWith('/keystatic')) return;
  const { draftKey } = placeOf(pathname, search);
  const kept = draftKey && (await get<KeptDraft>([...draftKey], drafts));
  const place = placeOf(pathname, search, kept?.slug);
  const request = requestOf(place, kept);
  const now = JSON.stringify([pathname, request]);
  if (now === last) return;
  last = now;
  history.replaceState(null, '', `#${pathname}${search}`);
  const answer = await send(request);
  // If more was typed in the meantime, that is sent separately.
  if (now === last) await show(place, request, answer);
}

function requestOf({ file }: Place, kept: KeptDraft | undefined): DraftRequest {
  if (file === undefined) return {};
  const bytes = kept?.files.get(file);
  return bytes ? { file, text: new TextDecoder().decode(bytes) } : { file };
}

async function send(request: DraftRequest): Promise<DraftAnswer> {
  const answer = await fetch(DRAFT, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return answer.json();
}

async function show(place: Place, { text }: DraftRequest, answer: DraftAnswer): Promise<void> {
  const { sentences, note, leadsTo } = answer;
  const page = leadsTo ?? answer.page ?? place.page ?? '/';
  const own = sentences.filter((line) => place.file && line.startsWith(`${place.file}:`));
  const others = sentences.filter((line) => !own.includes(line));
  const isThere = own.length === 0 || (await fetch(page)).ok;
  findings.replaceChildren(
    ...(leadsTo ? [paragraph(`This page is retired. Its address leads to ${leadsTo}.`)] : []),
    ...(note ? [paragraph(note)] : []),
    ...(isThere ? [] : [paragraph('The page will appear here when these problems are fixed:')]),
    ...list(own),
    ...(others.length > 0 ? [paragraph('On other pages:'), ...list(others)] : []),
  );
  state.textContent = text === undefined ? '' : 'not saved yet';
  address.textContent = page;
  address.href = page;
  preview.hidden = !isThere;
  if (isThere) load(page);
}

/** What the preview shows, and how far down it is scrolled. */
let shown = '';
let readTo = 0;
let planned: ReturnType<typeof setTimeout> | undefined;

/** Reloads the page, once for several changes at about the same time, and keeps the scroll position. */
function load(page: string): void {
  if (page !== shown) readTo = 0;
  shown = page;
  clearTimeout(planned);
  planned = setTimeout(() => preview.contentWindow?.location.replace(page), 50);
}
preview.addEventListener('load', () => {
  const page = preview.contentWindow;
  page?.scrollTo({ top: readTo, behavior: 'instant' });
  page?.addEventListener('scroll', () => {
    readTo = page.scrollY;
  });
});
import.meta.hot?.on(PAGE_CHANGED, () => shown && load(shown));

function paragraph(text: string): HTMLElement {
  return Object.assign(document.createElement('p'), { textContent: text });
}

function list(lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return [];
  const items = lines.map((line) => Object.assign(document.createElement('li'), { textContent: line }));
  const made = document.createElement('ul');
  made.append(...items);
  return [made];
}

async function keepLooking(): Promise<void> {
  try {
    await look();
  } catch (error) {
    // The server is restarting, or the editor is between two pages.
    console.warn(error);
  }
  setTimeout(keepLooking, LOOK);
}
void keepLooking();
