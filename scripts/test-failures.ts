/** Lists failed tests by name, from the runners' own reports. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Reporter } from './test-counts.ts';

const textSchema = v.optional(v.string(), '');
const vitestFailures = v.object({
  testResults: v.array(
    v.object({
      name: textSchema,
      status: v.string(),
      message: textSchema,
      assertionResults: v.array(
        v.object({
          fullName: textSchema,
          status: v.string(),
          failureMessages: v.optional(v.nullable(v.array(v.string()))),
        }),
      ),
    }),
  ),
});

interface Suite {
  readonly title: string;
  readonly specs?: readonly { title: string; ok: boolean; tests: readonly SpecTest[] }[] | undefined;
  readonly suites?: readonly Suite[] | undefined;
}
const specTest = v.object({
  results: v.array(v.object({ error: v.optional(v.object({ message: textSchema })) })),
});
type SpecTest = v.InferOutput<typeof specTest>;
const suiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.optional(v.array(v.object({ title: v.string(), ok: v.boolean(), tests: v.array(specTest) }))),
  suites: v.optional(v.lazy(() => v.array(suiteSchema))),
});
const playwrightFailures = v.object({ suites: v.array(suiteSchema) });

const FAILURES: Readonly<Record<Reporter, (report: unknown) => string[]>> = {
  vitest: (report) =>
    v.parse(vitestFailures, report).testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === 'failed');
      if (status === 'failed' && failed.length === 0) return [failure([name], message)];
      return failed.map(({ fullName, failureMessages }) => failure([name, fullName], failureMessages?.[0]));
    }),
  playwright: (report) =>
    v.parse(playwrightFailures, report).suites.flatMap((suite) => failedSpecs(suite, [])),
};

function failedSpecs({ title, specs = [], suites = [] }: Suite, above: readonly string[]): string[] {
  const here = [...above, title];
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map((spec) => failure([...here, spec.title], spec.tests[0]?.results[0]?.error?.message)),
    ...suites.flatMap((suite) => failedSpecs(suite, here)),
  ];
}

/** Returns one line: the name of what failed, and the start of the reason. */
function failure(names: readonly string[], why = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of the terminal
  const [reason = ''] = why.replace(/\u001b\[[\d;]*m/g, '').split('\n');
  return `${names.join(' › ')}${reason && `: ${reason.slice(0, 300)}`}`;
}

/** Returns the names of what failed, so that the summary lists them after a long output; empty if the report can't be read. */
export function failuresOf(reporter?: Reporter, file = ''): string[] {
  try {
    return reporter ? FAILURES[reporter](JSON.parse(readFileSync(file, 'utf8'))) : [];
  } catch {
    return [];
  }
}
