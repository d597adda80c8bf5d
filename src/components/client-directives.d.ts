import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** The island's code is fetched when its link is followed (components/on-touch.ts). */
    'client:touch'?: boolean;
    /** The island begins once the page's own content is painted (components/on-paint.ts). */
    'client:painted'?: boolean;
  }
}
