/** Where Keystatic saves: to a repository of GitHub, 'owner/name', or to the files of this computer. */
export function storageFor(repo: string | undefined) {
  const [owner = '', name = ''] = (repo ?? '').split('/');
  return owner && name
    ? ({ kind: 'github', repo: { owner, name }, branchPrefix: 'content/' } as const)
    : ({ kind: 'local' } as const);
}
