/** Chooses the tests for each database by the tags in vitest.config.ts. */
import { inject, type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest';

type Report = (files: RunnerTestFile[]) => Promise<void>;

export default class DatabaseRunner extends TestRunner {
  #report: Report | undefined;

  get onCollected(): Report | undefined {
    return this.#report;
  }

  /** Vitest sets the reporter of collected tests. This removes the others first, so they aren't counted as skipped. */
  set onCollected(report: Report | undefined) {
    this.#report = (files) => {
      for (const file of files) this.#choose(file);
      return report?.(files) ?? Promise.resolve();
    };
  }

  /** A failed statement's message is the statement. The JSON report leaves out causes, so the innermost one goes before it. */
  override onAfterRunTask(task: RunnerTask): void {
    super.onAfterRunTask(task);
    for (const error of task.result?.errors ?? []) {
      let reason = error.cause;
      while (reason?.cause) reason = reason.cause;
      if (reason) error.stack = `${reason.message} in ${error.stack ?? error.message}`;
    }
  }

  #choose(file: RunnerTestFile): void {
    const isPostgres = this.config.name === 'server-postgres';
    const belongs = (tags: readonly string[] = []) =>
      isPostgres
        ? tags.length > 0
        : !tags.includes('postgres') && (inject('concurrent') || !tags.includes('concurrent'));
    const keep = (tasks: RunnerTask[]): RunnerTask[] =>
      tasks.filter((task) => {
        if (task.type !== 'suite') return belongs(task.tags);
        task.tasks = keep(task.tasks);
        return task.tasks.length > 0;
      });
    file.tasks = keep(file.tasks);
    if (isPostgres && inject('template') === '') skip([file]);
  }
}

/** If PostgreSQL's binaries aren't installed. */
function skip(tasks: RunnerTask[]): void {
  for (const task of tasks) {
    task.mode = 'skip';
    if (task.type === 'suite') skip(task.tasks);
  }
}
