import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/offers/operator-partners.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { figureDays } from '../admin/figure-days.ts';
import { handleOperator } from '../admin/route.ts';
import * as domain from './admin-partners.ts';
import { getReconciliation, listReconciliations, reconcile } from './reconciliation.ts';
import { listRejected } from './rejected-reports.ts';
import { takeRejected } from './taken-reports.ts';

const acting = (given: {
  operatorId: number;
  params: { partner: string };
  body: { reason: string };
  now: Date;
}) => ({
  operatorId: given.operatorId,
  partner: given.params.partner,
  reason: given.body.reason,
  now: given.now,
});

export function operatorPartnerRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.listPartners, async ({ parts, query, now }) => ({
    partners: await domain.listPartners(parts.db.drizzle, now, { days: figureDays(query) }),
  }));
  handleOperator(app, calls.enablePartner, async (given) => ({
    partner: await domain.switchPartner(given.parts.db, acting(given), true),
  }));
  handleOperator(app, calls.disablePartner, async (given) => ({
    partner: await domain.switchPartner(given.parts.db, acting(given), false),
  }));
  handleOperator(app, calls.addPartnerKey, async (given) =>
    domain.addKey(given.parts.db, given.parts.vault, {
      ...acting(given),
      alone: given.parts.operatorDailyLimit,
    }),
  );
  handleOperator(app, calls.endOldPartnerKey, async (given) => ({
    partner: await domain.endOldKey(given.parts.db, acting(given)),
  }));
  handleOperator(app, calls.endPartnerKeys, async (given) => ({
    partner: await domain.endAllKeys(given.parts.db, acting(given)),
  }));
  handleOperator(app, calls.listPartnerReports, async ({ parts, params, query }) =>
    domain.listReports(parts.db, { ...query, partner: params.partner }),
  );
  handleOperator(app, calls.listRejectedReports, async ({ parts, query }) => listRejected(parts.db, query));
  handleOperator(app, calls.takeRejectedReport, async ({ parts, params, body, operatorId, now }) => ({
    outcome: await takeRejected(parts.db, { operatorId, id: params.id, reason: body.reason, now }),
  }));

  handleOperator(app, calls.reconcile, async ({ parts, body, operatorId, now }) => ({
    reconciliation: await reconcile(parts.db, { ...body, operatorId, now }),
  }));
  handleOperator(app, calls.listReconciliations, async ({ parts, query }) =>
    listReconciliations(parts.db, query),
  );
  handleOperator(app, calls.getReconciliation, async ({ parts, params, query }) =>
    getReconciliation(parts.db, { ...query, id: params.id }),
  );
}
