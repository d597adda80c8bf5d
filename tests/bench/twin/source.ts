/** Reads texts and pictures from a built page for the twins, never its structure or styles. */
import { type Document, type Element, Window } from 'happy-dom';

export interface Source {
  /** The text of all elements, for HTML. */
  readonly words: string;
  /** Returns the text of an element, for HTML. Throws with the selector if the page has no such element. */
  text(selector: string): string;
  /** The content of an element, without scripts: an article's body, the paths of a picture. */
  inside(selector: string): string;
  /** The value of an attribute, for HTML. */
  value(selector: string, attribute: string): string;
  /** Joins the results of `write` for each element; `at` counts from 1. */
  each(selector: string, write: (part: Source, at: number) => string): string;
}

export function sourceOf(html: string): Source {
  const window = new Window();
  const document = new window.DOMParser().parseFromString(html, 'text/html');
  // It is there only for some days.
  document.querySelector('.announcement')?.remove();
  return reader(document);
}

/** Returns all words of a page in order, without an announcement and without those only for signed-in players. */
export function wordsOf(html: string): string {
  const window = new Window();
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('.announcement, .when-in, script, style')) element.remove();
  return body.textContent.replace(/\s+/g, '');
}

function reader(root: Document | Element): Source {
  const find = (selector: string) => {
    const found = 'matches' in root && root.matches(selector) ? root : root.querySelector(selector);
    if (!found) throw new Error(`The page has no ${selector}, so its twin can't be made.`);
    return found;
  };
  return {
    words: escaped(root.textContent.trim()),
    text: (selector) => escaped(find(selector).textContent.trim()),
    inside: (selector) =>
      find(selector)
        .innerHTML.replace(/<script[\s\S]*?<\/script>/g, '')
        .trim(),
    value: (selector, attribute) => escaped(find(selector).getAttribute(attribute) ?? ''),
    each: (selector, write) => {
      const parts = [...root.querySelectorAll(selector)];
      if (parts.length === 0) throw new Error(`The page has no ${selector}, so its twin can't be made.`);
      return parts.map((part, at) => write(reader(part), at + 1)).join('');
    },
  };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
