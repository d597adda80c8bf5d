/**
 * `npm run operator-code`: a set-up code for an operator not invited by another one, for the person who runs the server. Two operators of whom one
 * invited the other approve nothing of each other's; one who came in by this does. With the embedded database the server is stopped meanwhile.
 */
import { getConfig, withSecretFiles } from '../config/config.ts';
import { openDatabase } from '../db/open-database.ts';
import { furtherSetupCode } from '../features/operators/setup.ts';
import { systemClock } from '../platform/clock.ts';
import { fatalText } from '../platform/error-text.ts';

try {
  const config = getConfig(withSecretFiles(process.env));
  const { work, close } = await openDatabase(config, console.error);
  try {
    const code = await furtherSetupCode(work, systemClock());
    console.log(`Set-up code ${code}, for ${config.OPERATOR_URL}/operator/setup. It works once.`);
  } finally {
    await close();
  }
} catch (error) {
  console.error(fatalText(error));
  process.exitCode = 1;
}
