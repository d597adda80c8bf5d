/**
 * `npm run operator-code`: makes a setup code without an invitation from another operator, for the person who runs the server.
 * Two operators can't approve each other's actions if one invited the other. An operator with this code can approve for both. With
 * the embedded database, stop the server first.
 */
import { OPERATOR_INVITE_HOURS } from '../../src/lib/contract/operator-limits.ts';
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
    console.log(
      `Setup code ${code}, for ${config.OPERATOR_URL}/operator/setup. It works once, within ${OPERATOR_INVITE_HOURS} hours.`,
    );
  } finally {
    await close();
  }
} catch (error) {
  console.error(fatalText(error));
  process.exitCode = 1;
}
