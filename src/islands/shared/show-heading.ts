/** Sets the text of the page's heading, which comes from the build. */
export function showHeading(name: string): void {
  const heading = document.querySelector('main > h1');
  if (heading) heading.textContent = name;
}
