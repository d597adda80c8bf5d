/** Setup of server tests: hashes are as cheap as possible. tests/unit/server/auth/passwords.test.ts tests their real costs. */
import { passwordCosts } from '../../server/features/auth/passwords.ts';

Object.assign(passwordCosts, { memory: 8, passes: 1 });
