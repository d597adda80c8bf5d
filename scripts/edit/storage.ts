/** Returns where Keystatic saves: to a GitHub repository, 'owner/name', or to files on this computer. */
export function storageFor(repo: string | undefined) {
  const [owner = '', name = ''] = (repo ?? '').split('/');
  return owner && name
    ? ({ kind: 'github', repo: { owner, name }, branchPrefix: 'content/' } as const)
    : ({ kind: 'local' } as const);
}
