const rendered = new Map<string, string>();

/**
 * Returns the result of `render`, computed only once per build for all pages. In development it is computed each time, because it
 * may have been edited.
 */
export function memoize(name: string, render: () => Promise<string>): string | Promise<string> {
  const known = process.env.NODE_ENV === 'production' ? rendered.get(name) : undefined;
  return (
    known ??
    render().then((html) => {
      rendered.set(name, html);
      return html;
    })
  );
}
