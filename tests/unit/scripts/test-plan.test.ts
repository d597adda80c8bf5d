import { describe, expect, test } from 'vitest';
import { planFor, type Step } from '../../../scripts/test-plan.ts';

const CHECKS = ['lint', 'imports', 'templates', 'types'];
const GUARDS = ['budgets', 'html', 'links', 'metadata'];
const plan = (args: string, changed: string[] = []): Step[] =>
  planFor(args.split(' ').filter(Boolean), () => changed);
const names = (steps: readonly Step[]) => steps.map(({ name }) => name).sort();
const runOf = (steps: readonly Step[], wanted: string) =>
  steps.find(({ name }) => name === wanted)?.run.join(' ') ?? '';

describe('npm test runs', () => {
  test.each([
    ['', ['vitest', ...CHECKS, 'build', ...GUARDS, 'site', 'spec-build', 'data', 'browser']],
    ['--quick', ['vitest', ...CHECKS, 'build', 'browser']],
    [
      '--nightly',
      [
        ...['vitest', ...CHECKS, 'build', ...GUARDS, 'site', 'spec-build', 'data', 'browser'],
        ...['standard', 'mutations'],
      ],
    ],
    ['types', ['types']],
    ['unit server', ['vitest']],
    ['html', ['html', 'build']],
    ['tests/unit/format/points.test.ts', ['vitest']],
    ['tests/site/walk.test.ts', ['vitest', 'build']],
    ['tests/e2e/sign-in.test.ts tests/islands/auth/login.test.tsx', ['vitest', 'browser', 'build']],
  ])('%j: %j', (args, steps) => {
    expect(names(plan(args))).toEqual([...steps].sort());
  });

  test.each([
    ['docs/operators/reference.md', ['vitest', ...CHECKS]],
    ['scripts/checks/links.ts', ['vitest', ...CHECKS, 'build', ...GUARDS]],
    ['server/app.ts', ['vitest', ...CHECKS, 'build', 'browser']],
    ['src/lib/routing/routes.ts', ['vitest', ...CHECKS, 'build', ...GUARDS, 'browser']],
  ])('--changed after a change of %s: %j', (path, steps) => {
    expect(names(plan('--changed', [path]))).toEqual([...steps].sort());
  });
});

test('each step waits for the steps that it needs, and for none that never run', () => {
  for (const args of ['', '--quick', '--nightly']) {
    const steps = plan(args);
    for (const { name, after = [] } of steps)
      for (const other of after) expect(names(steps), `${name} waits for ${other}`).toContain(other);
  }
});

test('long browser tests run at night, or by their path', () => {
  expect(runOf(plan(''), 'browser')).not.toContain('nightly');
  expect(runOf(plan('browser'), 'browser')).not.toContain('nightly');
  expect(runOf(plan('--nightly'), 'browser')).toContain('--project nightly');
  expect(runOf(plan('tests/e2e/nightly-edit.test.ts'), 'browser')).not.toContain('--project');
});

test('--changed takes a commit, and HEAD without one', () => {
  expect(runOf(plan('--changed=main'), 'vitest')).toContain('--changed=main');
  expect(runOf(plan('--changed'), 'vitest')).toContain('--changed=HEAD');
});

test('a wrong argument is named', () => {
  expect(() => plan('tipes')).toThrow('There is no step "tipes"');
  expect(() => plan('--fast')).toThrow("Unknown option '--fast'");
});
