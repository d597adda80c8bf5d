import { type Element, elementsOf } from './html.ts';
import { type Indexed, indexedPage } from './indexed.ts';
import { codeOf, contentPolicy, loadsScripts, withPolicy } from './policy.ts';
import { withoutUnusedStyles } from './styles.ts';

/** What is to be known of a page once it is finished. */
export interface Finished {
  readonly indexed: Indexed | undefined;
  /** What its policy would switch off, in words. */
  readonly blocked: readonly string[];
}

/**
 * A content page as it goes out: without the styles that it doesn't use, and with its policy. Undefined for one that loads
 * scripts: these may make elements later, so it keeps all of its styles, and has the policy of its kind.
 */
export function finishContent(
  html: string,
  elements: readonly Element[] = elementsOf(html),
): (Finished & { html: string }) | undefined {
  if (loadsScripts(elements)) return undefined;
  const lean = withoutUnusedStyles(html, elements);
  const code = codeOf(lean.elements);
  return {
    html: withPolicy(lean.html, contentPolicy(code)),
    indexed: indexedPage(elements),
    blocked: code.blocked,
  };
}
