/**
 * What the demo partner signs with, known to the server outside production and to scripts/partner.ts. As little a secret as the demo
 * account's password: sample data alone hangs on it, and neither is ever in a production database.
 */
export const demoPartner = { id: 'demo', secret: 'demo-partner-secret-1', port: 4400 } as const;
