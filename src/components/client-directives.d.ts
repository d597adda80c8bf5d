import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Fetches the island's code when its link is clicked (components/on-touch.ts). */
    'client:touch'?: boolean;
    /** Starts the island once the page's own content has been painted (components/on-paint.ts). */
    'client:painted'?: boolean;
  }
}
