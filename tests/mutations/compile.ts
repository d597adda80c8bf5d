/** Checks whether a fault compiles: otherwise the compiler would notice it, which proves nothing about the tests. */
import { join } from 'node:path';
import ts from 'typescript';
import { type Fault, faulty } from './fault.ts';
import { ROOT } from './scratch.ts';

/** Unused names: a programmer who makes such a mistake would remove them as well. */
const UNUSED = new Set([6133, 6192, 6196, 6198]);

const isCompiled = (path: string) => /\.tsx?$/.test(path);

/**
 * Returns a checker that keeps the program between faults. The checker returns the compiler's message about a fault, or
 * undefined.
 */
export function createCompiler(faults: readonly Fault[]): (fault: Fault) => string | undefined {
  const folder = join(ROOT, 'tests');
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  // A composite project would require a list of everything that these import.
  const settings = { ...options, composite: false, incremental: false };
  const files = [...new Set(faults.map(({ file }) => join(ROOT, file)))].filter(isCompiled);
  const changed = new Map<string, { readonly version: number; readonly text: string | undefined }>();
  const readFile = (path: string) => changed.get(path)?.text ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => settings,
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => files,
    getScriptVersion: (path) => String(changed.get(path)?.version ?? 0),
    getScriptSnapshot(path) {
      const text = readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    readFile,
    fileExists: ts.sys.fileExists,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return (fault) => {
    const path = join(ROOT, fault.file);
    const text = ts.sys.readFile(path);
    if (text === undefined) return `there is no file ${fault.file}`;
    const mutated = faulty(fault, text);
    if (!isCompiled(path)) return undefined;
    const version = (changed.get(path)?.version ?? 0) + 1;
    changed.set(path, { version, text: mutated });
    const said = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    changed.set(path, { version: version + 1, text: undefined });
    const error = said.find(({ code }) => !UNUSED.has(code));
    return error && ts.flattenDiagnosticMessageText(error.messageText, ' ');
  };
}
