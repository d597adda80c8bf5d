import type { Area } from '../fault.ts';

const fulfilment = 'server/features/redemption/fulfilment.ts';
const buy = ['tests/server/redemption/buy.db.test.ts'];
const orders = ['tests/server/redemption/orders.db.test.ts'];
const stock = ['tests/server/redemption/code-stock.db.test.ts'];

/** Buying, orders, stock and delivery. */
export const redemption: Area = {
  name: 'redemption',
  faults: [
    {
      id: 'buy-batch-fails-together',
      file: 'server/features/redemption/buy-queue.ts',
      find: 'if (together.length === 1 || ',
      replace: 'if (together.length > 0 || ',
      effect: 'One failed purchase makes other players’ purchases fail too.',
      proveWith: buy,
    },
    {
      id: 'buy-answers-swapped',
      file: 'server/features/redemption/buy-queue.ts',
      find: 'resolve(answers[at])',
      replace: 'resolve(answers[0])',
      effect: 'Purchases made together get each other’s codes.',
      proveWith: buy,
    },
    {
      id: 'buy-shared-place-unseen',
      file: 'server/features/redemption/buy.ts',
      find: "order.state === 'pending' ? await holdOrder(db, order.id) : null",
      replace: 'null',
      effect: 'Two accounts with one wallet are paid without anybody looking.',
      proveWith: ['tests/server/redemption/order-reviews.db.test.ts'],
    },
    {
      id: 'order-claim-held',
      file: fulfilment,
      find: "if (order.state !== 'pending' || (await isCode(tx, order))) return false;",
      replace: "if (order.state === 'delivered' || (await isCode(tx, order))) return false;",
      effect: 'An operator can send an order that is held for review.',
      proveWith: ['tests/server/redemption/admin-orders.db.test.ts', ...orders],
    },
    {
      id: 'order-return-forgets-stock',
      file: fulfilment,
      find: '.set({ stock: sql`${amounts.stock} + 1` })',
      replace: '.set({ stock: sql`${amounts.stock}` })',
      effect: 'A cancelled order’s piece is never sold again.',
      proveWith: buy,
    },
    {
      id: 'order-cancel-processing',
      file: fulfilment,
      find: 'if (!waiting.includes(order.state)) return false;',
      replace: 'if (!holding.includes(order.state)) return false;',
      effect: 'A player takes the points back while the reward is being sent.',
      proveWith: [...orders, ...buy],
    },
    {
      id: 'stock-code-spelling',
      file: 'server/features/redemption/code-stock.ts',
      find: "code.toUpperCase().replaceAll(/[\\s-]/g, '')",
      replace: 'code',
      effect: 'The same code with other hyphens is sold to two players.',
      proveWith: stock,
    },
    {
      id: 'stock-code-unsealed',
      file: 'server/features/redemption/code-stock.ts',
      find: 'code: sealCode(vault, amountId, code) }',
      replace: 'code }',
      effect: 'Anyone who sees the database can read the codes.',
      proveWith: stock,
    },
  ],
};
