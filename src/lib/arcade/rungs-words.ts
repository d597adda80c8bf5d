/**
 * The words of Rungs: plain four-letter words of everyday English, chosen for this game. Every word can be reached from every
 * other, one letter at a time (tests/unit/arcade/rungs.test.ts). A change to the list changes the rounds of every seed: raise
 * `version` in rungs.ts.
 */
export const words: readonly string[] = `
  aide aims airy akin arms army arts aunt away awry
  back bade bags bail bait bake bald bale balk ball balm band bang bank bans bare bark barn bars base
  bash bask bath bats bawl bays bead beak beam bean bear beat beds beef been beep beer bees beet bell
  belt bend bent best beta bets bias bids bike bile bill bind bird bite bits blew blob blot blow blue
  blur boar boat boil bold bolt bond bone book boom boot bore born boss both bout bowl bows boys brag
  bran bred brew brim brow buck buds bugs bulb bulk bull bump bunk buns burn bush bust busy buys byte
  cabs cafe cage cake calf call calm came camp cane cans cape caps card care cars cart case cash cask
  cast cats cave cede cell cent chap char chat chef chew chic chin chip chop chow cite city clad clam
  clan clap claw clay clip clog clot club clue coal coat coax code cogs coil coin cola cold cone cook
  cool coop cope cops copy cord core cork corn cost cots coup cove cows cozy crab cram crew crib
  crop crow cube cubs cues cups curb curd cure curl curt cute cuts
  dabs dads daft dale dame damp dams dare dark dart dash data date dawn days daze deaf deal dean dear
  deck deed deem deep deer dell dent deny desk dial dice dies diet digs dill dime dims dine dips dire
  dirt disc dish dive dock does dogs dole doll dome done doom door dorm dose dote dots dove down doze
  drab drag draw drew drip drop dual duck duct dude duel dues duet duke dull duly dump dune dunk dusk
  dust duty dyed dyes
  earl earn ears ease east easy eats eels else eyed eyes
  face fact fade fail fair fake fall fame fang fans fare farm fast fate fawn fear feat feed feel fees
  feet fell felt fend feud figs file fill film find fine fins fire firm firs fish fist fits five flag
  flap flat flaw flax flea fled flee flew flex flip flit flow flux foal foam foes fogs foil fold folk
  fond font food fool foot fore fork form fort foul four fowl fray free fret fuel full fume fund funk
  furs fury fuse fuss
  gain gait gala gale gall game gaps gasp gate gave gaze gear gels gems gene gift gild give glad glee
  glen glow glue gnat gnaw goal goat goes gold golf gone gong good gown grab gram gray grew grid
  grim grin grip grit grow grub gull gulp gums gush gust guts guys gyms
  hack hail hair hale half hall halo halt hams hand hard hare harm harp hash hate hats haul have hawk
  haze hazy head heal heap hear heat heed heel heir held helm help hems hens herb herd here hero hers
  hide hike hill hilt hind hint hips hire hiss hits hive hoax hoes hold hole home hood hoof hook hoop
  hoot hope hops horn hose host hour howl hubs hues huge hugs hulk hull hums hunt hurl hurt hush husk
  huts
  item
  jabs jade jail jams jars jaws jays jeer jerk jest jets jobs jogs join joke jolt jots joys jugs jump
  junk jury just
  kale keel keen keep kegs kelp keys kick kids kilt kind king kiss kite kits knee knew knit knob knot
  know
  labs lace lack lads lady lags laid lair lake lamb lame lamp land lane laps lark lash last late lawn
  laws lays lead leaf leak lean leap left legs lend lens lent less lets lick lids lied lies life lift
  like lily limb lime limp line link lion lips list live load loaf loan lobe lock loft logo logs lone
  long look loom loon loop loot lord lore lose loss lost lots loud love lows luck lull lump lung lure
  lurk lush lute
  made maid mail main make male mall malt mane many maps mare mark mash mask mass mast mate math mats
  maze meal mean meat meek meet melt mend menu mere mesh mess mice mild mile milk mill mime mind mine
  mint miss mist mite moan moat mock mode mold mole moms monk mood moon mops more moss most moth move
  much muck mugs mule mull muse mush must mute myth
  nail name nape naps navy near neat neck need neon nest nets news newt next nice nine node nods none
  noon norm nose note noun null nuts
  oaks oars oath oats oils oily ones only oops ours oust owed owes owls owns
  pace pack pact pads page paid pail pain pair pale palm pals pane pans pant park part pass past path
  pats pave pawn paws pays peak pear peas peat peck peel peer pegs pens perk perm pest pets pews pick
  pier pies pigs pike pile pill pine ping pink pins pint pipe pits pity plan play plea plod plot plow
  ploy plug plum plus pods poem poet poke pole poll polo pond pony pool poor pops pore pork port pose
  posh post pots pour pout pram pray prey prim prod prop prow pubs puck pull pulp puma pump puns punt
  pups pure push puts
  quit quiz
  race rack raft rage rags raid rail rain rake ramp rams rang rank rant rare rash rate rats rave rays
  read real reap rear reed reef reel rein rent rest ribs rice rich ride rids rift rigs rims rind ring
  rink riot ripe rips rise risk rite road roam roar robe robs rock rode rods role roll romp roof rook
  room root rope rose rosy rots rout rove rows rubs ruby rude rugs ruin rule rump rung runs ruse rush
  rust ruts
  sack safe saga sage said sail sake sale salt same sand sane sang sank saps sash save saws says scan
  scar seal seam sear seas seat sect seed seek seem seen sees self sell send sent sets sewn shed shin
  ship shoe shop shot show shut sick side sift silk sill silo silt sing sink sips sire site sits size
  skew skid skim skin skip skis slab slam slat sled slew slid slim slip slit slog slot slow slug smog
  snag snap snip snob snow snub snug soak soap soar sobs sock soda sofa soft soil sold sole solo some
  song sons soon soot sore sort soul soup sour sown span spar spat sped spin spit spot spun spur stab
  stag star stay stem step stew stir stop stow stub stud such suds sued suit sulk sums sung sunk suns
  sure surf swan swap sway swim swum
  tabs tack tact tail take tale talk tall tame tank tape taps tart task teak team tear teas teen tell
  tend tens tent term test text than that thaw them then they thin this thud thus tick tide tidy tied
  ties tile till tilt time tint tiny tips tire toad toes toil told toll tone took tool toot tops tore
  torn toss tour town toys tram trap tray tree trek trim trio trip trot true tuba tube tubs tuck tugs
  tuna tune turf turn tusk twig twin type
  unit
  vain vale vane vans vary vase vast vats veal veer veil vein vent verb very vest veto vets vial vice
  vile vine volt vote vows
  wade wage wail wait wake walk wall wand want ward ware warm warn wars wary wash wasp wave wavy waxy
  ways weak wear weed week weep well went were west what when wick wide wife wigs wild will wilt wily
  wind wine wing wink wins wipe wire wise wish wisp with woke wolf wood wool word wore work worm worn
  wove wrap wren
  yaks yard yarn yawn year yell yelp yoke yolk your
  zany zeal zero zest zone zoom zoos
`
  .trim()
  .split(/\s+/);
