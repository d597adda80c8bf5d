/** All seeded faults, by the part of the product that they are in. */
import type { Area } from './fault.ts';
import { accessibility } from './faults/accessibility.ts';
import { accountFaults } from './faults/accounts.ts';
import { arcade } from './faults/arcade.ts';
import { availability } from './faults/availability.ts';
import { client } from './faults/client.ts';
import { database } from './faults/database.ts';
import { draws } from './faults/draws.ts';
import { ledger } from './faults/ledger.ts';
import { postbacks } from './faults/postbacks.ts';
import { realtime } from './faults/realtime.ts';
import { redemption } from './faults/redemption.ts';
import { routing } from './faults/routing.ts';
import { secondFactor } from './faults/second-factor.ts';
import { siteFaults } from './faults/site.ts';
import { stores } from './faults/stores.ts';

export const areas: readonly Area[] = [
  ledger,
  redemption,
  postbacks,
  draws,
  arcade,
  database,
  availability,
  accountFaults,
  secondFactor,
  stores,
  client,
  routing,
  realtime,
  accessibility,
  siteFaults,
];
