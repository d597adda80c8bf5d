/** Puts a name into the page's heading, which the build wrote. */
export function showHeading(name: string): void {
  const heading = document.querySelector('main > h1');
  if (heading) heading.textContent = name;
}
