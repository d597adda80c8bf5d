/** A text of third-level headings, each with a paragraph below: questions and answers, or points side by side. */
import type { Problem } from './rules.ts';

export interface Question {
  /** HTML, like the answer. */
  readonly heading: string;
  readonly answer: string;
}

/** '<h3 id="a">Why?</h3>\n<p>Because.</p>' → [{ heading: 'Why?', answer: '<p>Because.</p>' }] */
export function questionsIn(html: string): Question[] {
  return [...html.matchAll(/<h3[^>]*>([\s\S]*?)<\/h3>\s*([\s\S]*?)\s*(?=<h3|$)/g)].map(
    ([, heading = '', answer = '']) => ({ heading, answer }),
  );
}

/** Returns what is wrong with such a text, in Markdown. */
export function questionProblems(body: string): Problem[] {
  const parts = body.trim().split(/^### /m);
  if (parts[0] !== '' || parts.length === 1 || /^##? /m.test(body))
    return [
      { field: 'text', words: 'must consist of questions, each a heading of level 3 with its answer below' },
    ];
  return parts.slice(1).flatMap((part) => {
    const [question = '', answer = ''] = part.split(/\n([\s\S]*)/);
    return answer.trim() === '' ? [{ field: 'text', words: `has no answer to "${question}"` }] : [];
  });
}
