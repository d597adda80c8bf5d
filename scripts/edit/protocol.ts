/** What the workspace (workspace.ts) and the editing server (server.ts) say to each other. */

/** POST: what is being written. */
export const DRAFT = '/edit/draft';

export interface DraftRequest {
  /** 'src/content/rewards/earn-free-robux.md'; nothing where nothing is edited. */
  readonly file?: string;
  /** What the file will be; nothing while it is as it is saved. */
  readonly text?: string;
}

export interface DraftAnswer {
  /** All that is wrong in any page, a sentence each; the file they name comes first. */
  readonly sentences: readonly string[];
  /** The page that shows the file, where its name alone doesn't say. */
  readonly page?: string;
  /** What the preview can't show yet, in words. */
  readonly note?: string;
  /** Where the address of a retired page leads. */
  readonly leadsTo?: string;
}

/** Sent over Vite's socket in place of a reload, which would take the editor's cursor away with every letter. */
export const PAGE_CHANGED = 'playtally:page-changed';
