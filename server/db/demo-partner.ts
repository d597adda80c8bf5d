/**
 * The demo partner's id and secret, known to the server outside production and to scripts/partner.ts. Like the demo account's
 * password, the secret protects only sample data, and neither is ever in a production database.
 */
export const demoPartner = { id: 'demo', secret: 'demo-partner-secret-1', port: 4400 } as const;
