/**
 * Hydrates an island with React. @astrojs/react's renderer does the same, but doesn't let us handle React's error reports: React
 * reports error 424 if the user leaves a page before it has hydrated, although nothing is lost. Astro calls this with the
 * island's element.
 */
import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

type Props = Readonly<Record<string, unknown>>;
/** HTML by slot name. */
type Slots = Readonly<Record<string, string>>;

/** A slot's HTML, as Astro writes it. React leaves it unchanged. */
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
