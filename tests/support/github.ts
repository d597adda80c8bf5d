/**
 * A stand-in for GitHub: a Git repository on this disk behind the calls that the editor makes. The browser's calls are answered by
 * `answerBrowser`. Those of the editing server go to `github-preload.ts`, because Keystatic has GitHub's addresses built in.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Route } from '@playwright/test';
import * as v from 'valibot';

const TOKEN = 'ghu_of-the-stand-in';
const CODE = 'abc123';
const OWNER = 'playtally';
const NAME = 'site';
export const REPO = `${OWNER}/${NAME}`;

/** Starts the editor on this GitHub instead of on files. */
export const onGitHub = {
  folder: 'edit-github',
  preload: join(import.meta.dirname, 'github-preload.ts'),
  env: {
    EDIT_GITHUB_REPO: REPO,
    EDIT_GITHUB_APP: 'playtally-editor',
    EDIT_GITHUB_CLIENT_ID: 'Iv1.editor',
    EDIT_GITHUB_CLIENT_SECRET: 'secret-of-the-app',
    EDIT_GITHUB_KEY: 'k'.repeat(40),
    GITHUB_CODE: CODE,
    GITHUB_TOKEN: TOKEN,
  },
};

export interface GitHub {
  /** Whether `main` takes changes only by pull request. */
  isProtected: boolean;
  /** Runs Git in the repository: git('log', '-1', 'main'). */
  git(...args: string[]): string;
  answerBrowser(context: BrowserContext): Promise<void>;
}

const requestSchema = v.object({
  operationName: v.string(),
  variables: v.object({
    input: v.optional(
      v.object({
        /** For a new branch. */
        name: v.optional(v.string()),
        oid: v.optional(v.string()),
        /** For a commit. */
        branch: v.optional(v.object({ branchName: v.string() })),
        expectedHeadOid: v.optional(v.string()),
        message: v.optional(v.object({ headline: v.string() })),
        fileChanges: v.optional(
          v.object({
            additions: v.array(v.object({ path: v.string(), contents: v.string() })),
            deletions: v.array(v.object({ path: v.string() })),
          }),
        ),
      }),
    ),
  }),
});
type Input = NonNullable<v.InferOutput<typeof requestSchema>['variables']['input']>;

/** Makes the repository `folder`, whose branch `main` has the project's content in one commit. */
export function startGitHub(folder: string, project: string): GitHub {
  rmSync(folder, { recursive: true, force: true });
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', folder]);
  const run = (args: readonly string[], input?: Buffer): Buffer =>
    execFileSync(
      'git',
      [`--git-dir=${folder}`, '-c', 'user.name=Editor', '-c', 'user.email=editor@example.test', ...args],
      {
        ...(input && { input }),
        env: { ...process.env, GIT_INDEX_FILE: join(folder, 'index') },
        maxBuffer: 64 * 1024 * 1024,
      },
    );
  const git = (...args: string[]) => run(args).toString().trim();
  const inProject = `--work-tree=${project}`;
  git(inProject, 'add', 'src/content');
  git(inProject, 'commit', '--quiet', '--message=First');

  const refOf = (name: string) => {
    const oid = git('rev-parse', name);
    const tree = git('rev-parse', `${name}^{tree}`);
    return {
      __typename: 'Ref',
      id: `ref ${name}`,
      name,
      target: {
        __typename: 'Commit',
        id: `commit ${oid}`,
        oid,
        tree: { __typename: 'Tree', id: `tree ${tree}`, oid: tree },
      },
    };
  };
  const github: GitHub = { isProtected: true, git, answerBrowser };

  function commit({ branch, expectedHeadOid = '', message, fileChanges }: Input): object {
    const name = branch?.branchName ?? '';
    if (name === 'main' && github.isProtected)
      return failure('BRANCH_PROTECTION_RULE_VIOLATION', 'Changes must be made through a pull request.');
    if (git('rev-parse', name) !== expectedHeadOid)
      return failure('STALE_DATA', `Expected branch to point to "${expectedHeadOid}".`);
    git('read-tree', name);
    for (const { path, contents } of fileChanges?.additions ?? []) {
      const blob = run(['hash-object', '-w', '--stdin'], Buffer.from(contents, 'base64')).toString().trim();
      git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
    }
    for (const { path } of fileChanges?.deletions ?? []) git('update-index', '--force-remove', path);
    const made = git('commit-tree', git('write-tree'), '-p', name, '-m', message?.headline ?? '');
    git('update-ref', `refs/heads/${name}`, made);
    return {
      data: { createCommitOnBranch: { __typename: 'CreateCommitOnBranchPayload', ref: refOf(name) } },
    };
  }

  /** Answers a GraphQL call. GitHub's fields are named as in its schema. */
  function graphql(body: unknown): object {
    const { operationName, variables } = v.parse(requestSchema, body);
    const { input = {} } = variables;
    switch (operationName) {
      case 'GitHubAppShell':
        return { data: { repository: repository(), viewer } };
      case 'CreateBranch':
        git('update-ref', input.name ?? '', input.oid ?? '');
        return {
          data: {
            createRef: {
              __typename: 'CreateRefPayload',
              ref: refOf((input.name ?? '').replace('refs/heads/', '')),
            },
          },
        };
      case 'CreateCommit':
        return commit(input);
      case 'PullRequestForBranch':
        return { data: { node: { __typename: 'Ref', id: '', associatedPullRequests: connection([]) } } };
      default:
        throw new Error(`The stand-in for GitHub doesn't answer ${operationName}.`);
    }
  }

  function repository(): object {
    const branches = git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
    return {
      __typename: 'Repository',
      id: 'repository',
      isPrivate: true,
      owner: { __typename: 'Organization', id: 'owner', login: OWNER },
      name: NAME,
      defaultBranchRef: { __typename: 'Ref', id: 'ref main', name: 'main' },
      refs: {
        ...connection(branches.map(refOf)),
        pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
      },
      viewerPermission: 'WRITE',
      forks: connection([]),
    };
  }

  function answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
    };
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    if (request.headers().authorization !== `Bearer ${TOKEN}`) return route.fulfill({ status: 401, headers });
    const [, kind, oid = ''] = /^\/repos\/playtally\/site\/git\/(trees|blobs)\/(\w+)$/.exec(pathname) ?? [];
    if (kind === 'trees')
      return route.fulfill({ headers, json: { sha: oid, tree: treeOf(git('ls-tree', '-r', '-t', oid)) } });
    if (kind === 'blobs') return route.fulfill({ headers, body: run(['cat-file', 'blob', oid]) });
    if (pathname !== '/graphql') return route.fulfill({ status: 404, headers });
    return route.fulfill({ headers, json: graphql(request.postDataJSON()) });
  }

  async function answerBrowser(context: BrowserContext): Promise<void> {
    await context.route('https://api.github.com/**', answer);
    await context.route('https://avatars.githubusercontent.com/**', (route) =>
      route.fulfill({ status: 404 }),
    );
    // Playwright doesn't route what a redirect leads to, so the page that asks for consent is shown in place of the redirect.
    await context.route('**/api/keystatic/github/login*', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const { location = '', ...headers } = response.headers();
      const { origin, pathname, searchParams } = new URL(location);
      if (origin + pathname !== 'https://github.com/login/oauth/authorize')
        throw new Error(`Signing in leads to ${location}.`);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', CODE);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      const link = back.href.replaceAll('&', '&amp;');
      await route.fulfill({
        status: 200,
        headers: { ...headers, 'content-type': 'text/html' },
        body: `<a href="${link}">Authorize</a>`,
      });
    });
  }

  return github;
}

const viewer = {
  __typename: 'User',
  id: 'viewer',
  name: 'Ada',
  login: 'ada',
  avatarUrl: 'https://avatars.githubusercontent.com/u/1',
  databaseId: 1,
};

const connection = (nodes: readonly object[]) => ({ __typename: 'Connection', nodes });

const failure = (type: string, message: string) => ({ data: null, errors: [{ type, message, path: [] }] });

/** '100644 blob <sha>\t<path>', one a line, as GitHub lists them. */
const treeOf = (lines: string) =>
  lines.split('\n').map((line) => {
    const [, mode, type, sha, path] = /^(\d+) (\w+) (\w+)\t(.*)$/.exec(line) ?? [];
    return { path, mode, type, sha };
  });
