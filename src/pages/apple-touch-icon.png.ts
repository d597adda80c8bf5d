import type { APIRoute } from 'astro';
import { markPng } from '../components/mark-png.ts';

/** The default address where home screens look for an icon. */
export const GET: APIRoute = () => markPng(180);
