/** What an operator sees of the process: its log and its figures. */
import { ConfigError, choice, type Env } from './values.ts';

export interface OperateSettings {
  /** 'json': an object a line and a line for each call, for a machine to read. 'text': what a person at a terminal has to know. */
  readonly logFormat: 'text' | 'json';
  /** What Prometheus sends as its bearer token. undefined: there is no /metrics. */
  readonly metricsToken: string | undefined;
  /** By what the first operator comes in. undefined: in development one is made and shown, in production nobody can. */
  readonly operatorSetup: string | undefined;
  /** Up to so many points an operator pays alone within 24 hours, by whatever act; above it a second one approves. */
  readonly adjustAlone: number;
  /** How long it goes on as before once it is told to end, in seconds: /readyz says so meanwhile, and who asks there sends nothing more. */
  readonly stopDelay: number;
}

const SHORTEST_TOKEN = 16;
const LONGEST_DELAY = 60;
const PAY_ALONE = 5_000;

export function operateSettings(env: Env, production: boolean): OperateSettings {
  const metricsToken = env.METRICS_TOKEN || undefined;
  if (metricsToken !== undefined && metricsToken.length < SHORTEST_TOKEN)
    throw new ConfigError(
      `METRICS_TOKEN must have at least ${SHORTEST_TOKEN} characters: whoever guesses it reads how the business goes.`,
    );
  const logFormat = production ? choice(env, 'LOG', ['json', 'text']) : choice(env, 'LOG', ['text', 'json']);
  const operatorSetup = env.OPERATOR_SETUP || undefined;
  if (operatorSetup !== undefined && operatorSetup.replaceAll(/[\s-]/g, '').length < SHORTEST_TOKEN)
    throw new ConfigError(
      `OPERATOR_SETUP must have at least ${SHORTEST_TOKEN} characters: whoever guesses it becomes the first operator.`,
    );
  // By its name of before it was read for one player at a time; it holds for all together now.
  const name = env.PAY_ALONE || !env.ADJUST_ALONE ? 'PAY_ALONE' : 'ADJUST_ALONE';
  const alone = env[name] || String(PAY_ALONE);
  if (!/^\d{1,7}$/.test(alone))
    throw new ConfigError(`${name} must be a whole number of points from 0 to 9999999, but is "${alone}".`);
  return { logFormat, metricsToken, operatorSetup, adjustAlone: Number(alone), stopDelay: delaySetting(env) };
}

function delaySetting(env: Env): number {
  const given = env.STOP_DELAY || '0';
  if (!/^\d{1,2}$/.test(given) || Number(given) > LONGEST_DELAY)
    throw new ConfigError(`STOP_DELAY must be whole seconds from 0 to ${LONGEST_DELAY}, but is "${given}".`);
  return Number(given);
}
