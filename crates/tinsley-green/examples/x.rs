use glam::*;
use std::time::Instant;
use tolley_experiment::key::*;
use tolley_experiment::random::*;
use tolley_physics::kernel::*;
use tolley_tinsley_green::hand::*;
use tolley_tinsley_green::player::*;
use tolley_tinsley_green::policy::*;
use tolley_tinsley_green::table::*;
use tolley_tinsley_green::*;
fn main() {
    let point = Point::default_of(&keys::SHOT);
    let args: Vec<String> = std::env::args().collect();
    let policy = Policy::ALL[Policy::NAMES.iter().position(|n| *n == args[1]).unwrap()];
    let n: usize = args[2].parse().unwrap();
    let surf = surface::Surface::new(&point);
    let contact = tolley_physics::spheres::Contact {
        restitution_ratio: 0.957,
        friction_ratio: 0.12,
        tangential_restitution_ratio: 0.44,
        ground_reaction: tolley_physics::spheres::GroundReaction::After,
        slow: tolley_physics::spheres::SlowContact::Elastic { below_m_s: 0.005 },
    };
    let marble = surf.ball(0.00635, 2500.0);
    let toley = surf.ball(0.009525, 2500.0);
    let world = Arena { ground: surf.ground(), sand: surf.sand(), contact, fall_radius_m: 0.9144, spare: marble };
    let mut table = Table::new(&world, 61);
    let mut mind = Mind::new(
        table.clone(),
        Budget {
            candidates: args.get(3).map_or(24, |s| s.parse().unwrap()),
            trials: args.get(4).map_or(4, |s| s.parse().unwrap()),
        },
    );
    let hand = Hand::new(&point);
    let skill = Skill::new(&point);
    let rack = rack::Rack::new(rack::Order {
        count: 49,
        packing: rack::Packing::NearestShell,
        diameter_m: 0.0127,
        diameter_sd_m: 0.0,
        gap_mean_m: 60e-6,
        phase_rad: Some(0.0),
    });
    let mut laid = rack.buffers();
    let mut by = vec![(0u64, 0.0f64, 0u64, 0u64, 0u64); 6];
    let mut shots_total = 0;
    let mut shot_time = 0.0;
    let t0 = Instant::now();
    let mut breaks = 0u64;
    for g in 0..n {
        let streams = Streams::new(1, g as u64, None);
        rack.draw(&streams, &mut laid);
        let mut lying: Vec<Lying> =
            laid.centres_m.iter().map(|c| Lying { ball: marble, at_m: c.extend(0.00635) }).collect();
        let mut owners = vec![Owner::Marble; lying.len()];
        let mut from = From::Edge;
        let mut stream = streams.open(Purpose::named("choice"));
        for s in 0..2000u64 {
            if lying.is_empty() {
                break;
            }
            if let From::Ring(at) = from {
                if !hand.can_play(at, toley.radius_m, &lying) {
                    from = From::Edge;
                }
            }
            if from == From::Edge {
                breaks += 1;
            }
            let view = View { hand: &hand, skill: &skill, toley, from, lying: &lying, owners: &owners };
            let aim = choose(policy, &view, &mut mind, &mut stream).unwrap();
            if args.len() > 5 && lying.len() > 44 {
                println!(
                    "{} {:.2} el {:.1} spin {:.2} pass {:.3}",
                    lying.len(),
                    aim.speed_m_s,
                    aim.elevation_rad.to_degrees(),
                    aim.spin_ratio,
                    aim.direction.perp().dot(aim.release_m)
                );
            }
            let ss = Streams::new(g as u64 + 77, s, None);
            let launch = skill.execute(&aim, &ss);
            let t = Instant::now();
            table.lay_out(&toley, &lying);
            let mut story = Story::default();
            let end = table.shoot(&aim, &launch, &mut story);
            shot_time += t.elapsed().as_secs_f64();
            assert_eq!(end, Ending::Rest);
            let b = &mut by[lying.len() / 10];
            b.0 += 1;
            b.1 += t.elapsed().as_secs_f64();
            b.2 += story.event_count as u64;
            let before = lying.len();
            let mut k = 0;
            let rests: Vec<_> = (0..before).map(|i| table.ball(i)).collect();
            lying.retain_mut(|l| {
                let r = rests[k];
                k += 1;
                l.at_m = r.at_m;
                !r.fell
            });
            owners.truncate(lying.len());
            b.3 += (before - lying.len()) as u64;
            let t = table.toley();
            b.4 += !t.fell as u64;
            from = if t.fell || lying.len() == before { From::Edge } else { From::Ring(t.at_m.xy()) };
            shots_total += 1;
        }
    }
    println!(
        "{} shots, {:.1} shots a rack, {:.1} breaks, {:.1} us a shot in all, {:.2} us physics",
        shots_total,
        shots_total as f64 / n as f64,
        breaks as f64 / n as f64,
        t0.elapsed().as_secs_f64() * 1e6 / shots_total as f64,
        shot_time * 1e6 / shots_total as f64
    );
    for (i, b) in by.iter().enumerate() {
        println!(
            "{}: n {} us {:.1} events {:.1} off {:.3} stays {:.3}",
            i * 10,
            b.0,
            b.1 * 1e6 / b.0 as f64,
            b.2 as f64 / b.0 as f64,
            b.3 as f64 / b.0 as f64,
            b.4 as f64 / b.0 as f64
        );
    }
}
