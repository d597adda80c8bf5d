const rendered = new Map<string, string>();

/**
 * What `render` gives, asked for once in a build: the same on page after page. In development it is asked for each time, since it
 * is what is being worked on.
 */
export function once(name: string, render: () => Promise<string>): string | Promise<string> {
  const known = process.env.NODE_ENV === 'production' ? rendered.get(name) : undefined;
  return (
    known ??
    render().then((html) => {
      rendered.set(name, html);
      return html;
    })
  );
}
