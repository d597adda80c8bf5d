/** What server tests share: hashes as cheap as they can be, since tests/unit/server/auth/passwords.test.ts shows what they cost elsewhere. */
import { passwordCosts } from '../../server/features/auth/passwords.ts';

Object.assign(passwordCosts, { memory: 8, passes: 1 });
