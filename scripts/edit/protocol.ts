/** The messages between the workspace (workspace.ts) and the editing server (server.ts). */

/** POST: the current text. */
export const DRAFT = '/edit/draft';

export interface DraftRequest {
  /** 'src/content/rewards/earn-free-robux.md'; absent if nothing is edited. */
  readonly file?: string;
  /** The file's unsaved content; absent if it is saved. */
  readonly text?: string;
}

export interface DraftAnswer {
  /** The problems of all pages, one sentence each, starting with the file. */
  readonly sentences: readonly string[];
  /** The page that shows the file, if the file name alone doesn't say. */
  readonly page?: string;
  /** What the preview can't show yet, in words. */
  readonly note?: string;
  /** Where the address of a retired page redirects. */
  readonly leadsTo?: string;
}

/** Sent over Vite's socket instead of a reload, which would take the editor's cursor away with every letter. */
export const PAGE_CHANGED = 'playtally:page-changed';
