import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** The island's code is fetched when its link is followed (components/on-touch.ts). */
    'client:touch'?: boolean;
  }
}
