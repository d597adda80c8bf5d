/**
 * `npm run operator-code`: a set-up code for an operator whom no other one let in, for whoever runs the server. Two operators of whom one
 * invited the other approve nothing of each other's; one who came in by this does. With the embedded database the server is stopped meanwhile.
 */
import { getConfig } from './config.ts';
import { systemClock } from './domain/clock.ts';
import { furtherSetupCode } from './domain/operator-setup.ts';
import { fatalText } from './error-text.ts';
import { openDatabase } from './open-database.ts';
import { withSecretFiles } from './secret-files.ts';

try {
  const config = getConfig(withSecretFiles(process.env));
  const { work, close } = await openDatabase(config, console.error);
  try {
    const code = await furtherSetupCode(work, systemClock());
    console.log(`Set-up code ${code}, for ${config.operatorUrl}/operator/setup. It works once.`);
  } finally {
    await close();
  }
} catch (error) {
  console.error(fatalText(error));
  process.exitCode = 1;
}
