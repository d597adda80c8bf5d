/**
 * Hydrates an island with React. @astrojs/react's renderer does the same but doesn't let us handle React's reports: React reports error 424
 * when a page is left before it has hydrated, though nothing is lost. Astro calls this with the island's element.
 */
import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

type Props = Readonly<Record<string, unknown>>;
/** HTML by the name of its slot. */
type Slots = Readonly<Record<string, string>>;

/** A slot's HTML as Astro writes it, which stays as it is. */
const slotted = (html = '', name?: string) =>
  html.trim() === ''
    ? null
    : createElement('astro-slot', {
        name,
        suppressHydrationWarning: true,
        dangerouslySetInnerHTML: { __html: html },
      });

const hydrate =
  (island: HTMLElement) =>
  (Part: ComponentType<Props>, props: Props, { default: children, ...slots }: Slots): void => {
    if (!island.hasAttribute('ssr')) return;
    const named = Object.entries(slots).map(([name, value]) => [name, slotted(value, name)]);
    const element = createElement(Part, { ...props, ...Object.fromEntries(named) }, slotted(children));
    let isLeft = false;
    startTransition(() => {
      const root = hydrateRoot(island, element, {
        identifierPrefix: island.getAttribute('prefix') ?? '',
        onRecoverableError: (error) => isLeft || reportError(error),
      });
      const leave = () => {
        isLeft = true;
        root.unmount();
      };
      island.addEventListener('astro:unmount', leave, { once: true });
    });
  };
export default hydrate;
